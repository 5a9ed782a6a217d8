/** A robot of three joints and a gripper with two fingers that follow each other, as the text of a URDF file. z is up. */

export const SAMPLE_ARM = `<?xml version="1.0"?>
<robot name="sample-arm">
  <link name="base">
    <inertial><origin xyz="0 0 0.05"/><mass value="20"/><inertia ixx="0.3" iyy="0.3" izz="0.5" ixy="0" ixz="0" iyz="0"/></inertial>
    <collision><origin xyz="0 0 0.05"/><geometry><cylinder radius="0.2" length="0.1"/></geometry></collision>
  </link>
  <link name="column">
    <inertial><origin xyz="0 0 0.2"/><mass value="8"/><inertia ixx="0.12" iyy="0.12" izz="0.03" ixy="0" ixz="0" iyz="0"/></inertial>
    <collision><origin xyz="0 0 0.2"/><geometry><cylinder radius="0.08" length="0.4"/></geometry></collision>
  </link>
  <link name="upper">
    <inertial><origin xyz="0.25 0 0"/><mass value="4"/><inertia ixx="0.008" iyy="0.09" izz="0.09" ixy="0" ixz="0" iyz="0"/></inertial>
    <collision><origin xyz="0.25 0 0"/><geometry><box size="0.5 0.1 0.1"/></geometry></collision>
  </link>
  <link name="fore">
    <inertial><origin xyz="0.2 0 0"/><mass value="2.5"/><inertia ixx="0.004" iyy="0.035" izz="0.035" ixy="0" ixz="0" iyz="0"/></inertial>
    <collision><origin xyz="0.2 0 0" rpy="0 1.5707963267948966 0"/><geometry><capsule radius="0.045" length="0.31"/></geometry></collision>
  </link>
  <link name="hand">
    <inertial><mass value="0.6"/><inertia ixx="0.002" iyy="0.001" izz="0.002" ixy="0" ixz="0" iyz="0"/></inertial>
    <collision><geometry><box size="0.06 0.2 0.06"/></geometry></collision>
  </link>
  <link name="left">
    <inertial><origin xyz="0.06 0 0"/><mass value="0.1"/><inertia ixx="0.00002" iyy="0.00014" izz="0.00014" ixy="0" ixz="0" iyz="0"/></inertial>
    <collision><origin xyz="0.06 0 0"/><geometry><box size="0.12 0.02 0.04"/></geometry></collision>
  </link>
  <link name="right">
    <inertial><origin xyz="0.06 0 0"/><mass value="0.1"/><inertia ixx="0.00002" iyy="0.00014" izz="0.00014" ixy="0" ixz="0" iyz="0"/></inertial>
    <collision><origin xyz="0.06 0 0"/><geometry><box size="0.12 0.02 0.04"/></geometry></collision>
  </link>
  <link name="tip"/>
  <joint name="turn" type="continuous">
    <parent link="base"/><child link="column"/><origin xyz="0 0 0.1"/><axis xyz="0 0 1"/>
    <limit effort="200" velocity="3"/><dynamics damping="2" friction="0.5"/>
  </joint>
  <joint name="shoulder" type="revolute">
    <parent link="column"/><child link="upper"/><origin xyz="0 0 0.4"/><axis xyz="0 -1 0"/>
    <limit lower="-0.5" upper="2.5" effort="250" velocity="3"/><dynamics damping="2"/>
  </joint>
  <joint name="elbow" type="revolute">
    <parent link="upper"/><child link="fore"/><origin xyz="0.5 0 0"/><axis xyz="0 -1 0"/>
    <limit lower="-2.6" upper="0.5" effort="150" velocity="4"/><dynamics damping="1"/>
  </joint>
  <joint name="wrist" type="fixed"><parent link="fore"/><child link="hand"/><origin xyz="0.43 0 0"/></joint>
  <joint name="tool" type="fixed"><parent link="hand"/><child link="tip"/><origin xyz="0.15 0 0"/></joint>
  <joint name="grip" type="prismatic">
    <parent link="hand"/><child link="left"/><origin xyz="0.03 0.01 0"/><axis xyz="0 1 0"/>
    <limit lower="0" upper="0.08" effort="60" velocity="0.3"/>
  </joint>
  <joint name="grip-other" type="prismatic">
    <parent link="hand"/><child link="right"/><origin xyz="0.03 -0.01 0"/><axis xyz="0 -1 0"/>
    <limit lower="0" upper="0.08" effort="60" velocity="0.3"/><mimic joint="grip" multiplier="1"/>
  </joint>
</robot>`
